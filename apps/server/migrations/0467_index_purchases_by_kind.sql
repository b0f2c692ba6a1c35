-- additive
-- transaction: none
-- What an account owns of one kind by its date, and how much of each kind there is.
CREATE INDEX CONCURRENTLY IF NOT EXISTS purchases_of_account_by_kind ON purchases (account_id, object_type, created_at DESC, object_id DESC) INCLUDE (performer_id)
  WHERE revoked_at IS NULL;
