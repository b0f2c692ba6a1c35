-- additive
-- Where the bank's page sends the payer back to; null leads to the wallet or the subscriptions.
ALTER TABLE payment_transactions ADD COLUMN return_path text;
