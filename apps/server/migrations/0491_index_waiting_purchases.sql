-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_transactions_waiting_purchases ON payment_transactions (created_at) WHERE purchase_status = 'waiting';
