-- The vault: one's own files by date, size and name, and those with the same bytes.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS files_in_vault ON files (owner_id, created_at DESC, id DESC)
  WHERE status <> 'deleted' AND (purpose LIKE 'feed-%' OR purpose = 'product-file');
CREATE INDEX CONCURRENTLY IF NOT EXISTS files_by_hash ON files (owner_id, sha256)
  WHERE status <> 'deleted' AND (purpose LIKE 'feed-%' OR purpose = 'product-file');
