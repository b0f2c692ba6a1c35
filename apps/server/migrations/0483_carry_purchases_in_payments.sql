-- additive
-- What a top-up is made for, until it is bought or not, and then what came of it.
ALTER TABLE payment_transactions ADD COLUMN purchase jsonb, ADD COLUMN purchase_status text, ADD COLUMN purchase_code text;
ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_purchase_status_check
  CHECK (purchase_status IN ('waiting', 'made', 'refused', 'dropped')) NOT VALID;
