-- Public chats of creators, beside the conversations of two people.
-- additive
-- needs: message_search_changed

-- Null in the public chat of a creator, whose id is that of the creator.
ALTER TABLE conversations ALTER COLUMN low_id DROP NOT NULL;
ALTER TABLE conversations ALTER COLUMN high_id DROP NOT NULL;
ALTER TABLE conversations ADD CONSTRAINT conversations_pair_check CHECK ((low_id IS NULL) = (high_id IS NULL)) NOT VALID;

CREATE TABLE stream_conversations (
  -- Also the id of the conversation.
  performer_id uuid PRIMARY KEY REFERENCES conversations (id) ON DELETE CASCADE REFERENCES accounts (id),
  -- How long each person waits between two messages.
  slow_mode_seconds integer NOT NULL DEFAULT 0 CHECK (slow_mode_seconds BETWEEN 0 AND 600),
  who_may_write text NOT NULL DEFAULT 'everyone' CHECK (who_may_write IN ('everyone', 'followers', 'subscribers', 'none')),
  pinned_message_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX stream_conversations_by_pinned_message ON stream_conversations (pinned_message_id) WHERE pinned_message_id IS NOT NULL;
