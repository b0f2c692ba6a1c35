-- charge_tokens takes one argument more: whether the payer gets a receipt by email.
DROP FUNCTION IF EXISTS charge_tokens(uuid, uuid, uuid, text, uuid, bigint, text, bytea, text, integer, bigint, text, integer, integer, bigint, text);
