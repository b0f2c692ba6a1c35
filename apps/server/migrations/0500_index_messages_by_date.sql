-- additive
-- transaction: none
-- Messages of a conversation by their date, for the jump to a day.
CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_date ON messages (conversation_id, created_at DESC, sequence DESC);
