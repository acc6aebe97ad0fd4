@echo off
rem Runs Vacuum Advisor from its checkout. Untested. It does not build: run "mvn -DskipTests package"
rem first. Wants a JDK 25 or newer in JAVA25_HOME, JAVA_HOME or on the PATH.
setlocal
set "root=%~dp0"
set "java=java"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java"
if defined JAVA25_HOME set "java=%JAVA25_HOME%\bin\java"
set "jar=%root%advisor-cli\target\advisor-cli-0.1.0.jar"
if not exist "%jar%" (
  echo vacuum-advisor: It is not built yet. Run in %root%: mvn -DskipTests package 1>&2
  exit /b 3
)
"%java%" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx512m --enable-native-access=ALL-UNNAMED "-Dvacuumadvisor.home=%root%." %VACUUM_ADVISOR_OPTS% -cp "%jar%" org.vacuumadvisor.cli.VacuumAdvisor %*
exit /b %ERRORLEVEL%
