SELECT 'Before PostgreSQL 15 only a superuser may ALTER SYSTEM'
 WHERE pg_catalog.current_setting('is_superuser') <> 'on'
