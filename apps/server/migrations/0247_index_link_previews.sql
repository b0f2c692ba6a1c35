-- The messages of a link preview.
-- additive
-- transaction: none

ALTER TABLE messages VALIDATE CONSTRAINT messages_link_preview_id_fkey;
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_link_preview ON messages (link_preview_id) WHERE link_preview_id IS NOT NULL;
