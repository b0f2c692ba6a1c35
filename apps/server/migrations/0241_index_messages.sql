-- Search of messages by their terms.
-- additive
-- transaction: none

CREATE INDEX CONCURRENTLY IF NOT EXISTS messages_by_search ON messages USING gin (search);
ALTER TABLE messages VALIDATE CONSTRAINT messages_author_kind_check;
ALTER TABLE messages VALIDATE CONSTRAINT messages_reply_to_id_fkey;
ALTER TABLE messages VALIDATE CONSTRAINT messages_charge_id_fkey;
ALTER TABLE messages VALIDATE CONSTRAINT messages_type_check;
