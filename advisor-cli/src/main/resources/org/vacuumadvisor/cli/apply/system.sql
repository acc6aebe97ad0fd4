SELECT system_identifier::text FROM pg_catalog.pg_control_system()
