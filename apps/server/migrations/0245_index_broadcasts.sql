-- The copies of a broadcast, and those that were opened.
-- additive
-- transaction: none

ALTER TABLE messages VALIDATE CONSTRAINT messages_broadcast_id_fkey;
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_of_broadcast ON messages (broadcast_id, id) WHERE broadcast_id IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_opened ON messages (broadcast_id) WHERE broadcast_id IS NOT NULL AND seen_at IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS broadcast_recipients_by_message ON broadcast_recipients (message_id) WHERE message_id IS NOT NULL;
