@echo off
rem Starts Vacuum Advisor with the Java that came with it. Untested.
setlocal
set "root=%~dp0.."
"%root%\lib\runtime\bin\java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx512m --enable-native-access=ALL-UNNAMED "-XX:SharedArchiveFile=%root%\lib\classes.jsa" -Xshare:auto -Xlog:disable "-Dvacuumadvisor.home=%root%" -Dvacuumadvisor.packaged=true "-Dvacuumadvisor.binaries=%root%\lib\app\postgres" %VACUUM_ADVISOR_OPTS% -cp "%root%\lib\app\advisor-cli-@VERSION@.jar" org.vacuumadvisor.cli.VacuumAdvisor %*
exit /b %ERRORLEVEL%
