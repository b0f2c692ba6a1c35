-- additive
-- Who has another standing in the public chat and the live rooms of a creator than everyone has. Each person has one.
CREATE TABLE stream_people (
  performer_id uuid NOT NULL REFERENCES accounts (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  standing text NOT NULL CHECK (standing IN ('moderator', 'muted', 'banned')),
  -- Until when a mute lasts, or with which stream it ends.
  muted_until timestamptz,
  muted_stream_id uuid REFERENCES streams (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (performer_id, account_id),
  CHECK (performer_id <> account_id),
  CHECK ((standing = 'muted') = (muted_until IS NOT NULL OR muted_stream_id IS NOT NULL))
);
CREATE INDEX stream_people_by_standing ON stream_people (performer_id, standing, created_at DESC, account_id DESC);
CREATE INDEX stream_people_account ON stream_people (account_id);
CREATE INDEX stream_people_stream ON stream_people (muted_stream_id) WHERE muted_stream_id IS NOT NULL;

-- Messages to a public chat that wait until its creator or a moderator shows them. A shown one is a message with the same id.
CREATE TABLE held_stream_messages (
  id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  sender_id uuid NOT NULL REFERENCES accounts (id),
  client_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (sender_id, client_id)
);
CREATE INDEX held_stream_messages_chat ON held_stream_messages (performer_id, created_at DESC, id DESC);
CREATE INDEX held_stream_messages_age ON held_stream_messages (created_at);

ALTER TABLE stream_conversations ADD COLUMN holds_links boolean NOT NULL DEFAULT false;
