-- The clock of every rule in SQL. Tests and the demo replace its body to move time; the server's clock follows it.
CREATE OR REPLACE FUNCTION app_now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT now()';
