-- Deleted items stay in their creator's trash for 30 days.
-- additive

ALTER TABLE items ADD COLUMN deleted_at timestamptz;
-- The status that the item had when it was deleted.
ALTER TABLE items ADD COLUMN deleted_from text;
