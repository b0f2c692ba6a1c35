-- Each charge is a transaction of its own.
DROP FUNCTION IF EXISTS charge_together(json);
