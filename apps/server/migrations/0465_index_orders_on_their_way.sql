-- additive
-- transaction: none
-- The parcels that a buyer waits for, for their home page.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_on_their_way ON orders (buyer_id, updated_at DESC, id DESC)
  WHERE type = 'physical' AND fulfilment IN ('not_fulfilled', 'processing', 'shipped');
