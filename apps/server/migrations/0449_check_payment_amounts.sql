-- additive
ALTER TABLE payment_transactions VALIDATE CONSTRAINT payment_transactions_amount_check;
