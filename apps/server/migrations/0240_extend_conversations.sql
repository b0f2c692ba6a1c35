-- Replies, tips, authors and search of messages; muted, hidden and pinned conversations; who may write.
-- additive
-- needs: search_fold, search_pairs, message_terms, message_search_key, message_search_changed
-- small: messages, no site has had messages before this release
-- small: conversation_members, no site has had conversations before this release

-- Who wrote a creator's message; null for fans.
ALTER TABLE messages ADD COLUMN author_kind text;
ALTER TABLE messages ADD CONSTRAINT messages_author_kind_check CHECK (author_kind IN ('creator', 'team', 'automation')) NOT VALID;
ALTER TABLE messages ADD COLUMN reply_to_id uuid;
ALTER TABLE messages ADD CONSTRAINT messages_reply_to_id_fkey FOREIGN KEY (reply_to_id) REFERENCES messages (id) NOT VALID;
-- The tip that a message of type tip is about, or what its sender paid for being allowed to write.
ALTER TABLE messages ADD COLUMN charge_id uuid;
ALTER TABLE messages ADD CONSTRAINT messages_charge_id_fkey FOREIGN KEY (charge_id) REFERENCES charges (id) NOT VALID;
-- Terms of the text for each of the two people; null once deleted.
ALTER TABLE messages ADD COLUMN search tsvector;
ALTER TABLE messages DROP CONSTRAINT messages_type_check;
ALTER TABLE messages ADD CONSTRAINT messages_type_check CHECK (type IN ('text', 'photo', 'video', 'audio', 'tip', 'system')) NOT VALID;

ALTER TABLE conversation_members ADD COLUMN is_muted boolean NOT NULL DEFAULT false;
ALTER TABLE conversation_members ADD COLUMN is_hidden boolean NOT NULL DEFAULT false;
ALTER TABLE conversation_members ADD COLUMN is_pinned boolean NOT NULL DEFAULT false;
-- Whether this person may write whatever the other one requires by now: the other one wrote themselves, or was paid for the first message.
ALTER TABLE conversation_members ADD COLUMN may_always_write boolean NOT NULL DEFAULT false;

CREATE INDEX conversation_members_in_order ON conversation_members (account_id, is_pinned DESC, updated_at DESC, conversation_id DESC);
CREATE UNIQUE INDEX messages_by_charge ON messages (charge_id) WHERE charge_id IS NOT NULL;
CREATE INDEX messages_by_reply ON messages (reply_to_id) WHERE reply_to_id IS NOT NULL;

CREATE TRIGGER messages_search BEFORE INSERT OR UPDATE OF text, deleted_at ON messages FOR EACH ROW EXECUTE FUNCTION message_search_changed();
UPDATE messages g SET text = g.text, author_kind = CASE WHEN a.role = 'performer' THEN 'creator' END FROM accounts a WHERE a.id = g.sender_id;
UPDATE conversation_members m SET may_always_write = true
  WHERE EXISTS (SELECT FROM messages g WHERE g.conversation_id = m.conversation_id AND g.sender_id = m.other_id);
