-- Private conversations between two accounts, and their messages.
-- additive
-- small: charge_kinds, one row a kind of charge

CREATE TABLE conversations (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  low_id uuid NOT NULL REFERENCES accounts (id),
  high_id uuid NOT NULL REFERENCES accounts (id),
  -- Of the newest message; messages are numbered from 1 without gaps.
  last_sequence bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (low_id, high_id),
  CHECK (low_id < high_id)
);

-- What one of the two sees of a conversation.
CREATE TABLE conversation_members (
  conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  other_id uuid NOT NULL REFERENCES accounts (id),
  unread integer NOT NULL DEFAULT 0 CHECK (unread >= 0),
  -- The newest message that was read.
  read_sequence bigint NOT NULL DEFAULT 0,
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- When the last message was sent.
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (conversation_id, account_id)
);
CREATE INDEX conversation_members_of_account ON conversation_members (account_id, updated_at DESC, conversation_id DESC);
CREATE INDEX conversation_members_unread ON conversation_members (account_id) INCLUDE (unread, other_id) WHERE unread > 0;

CREATE TABLE messages (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  conversation_id uuid NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
  sequence bigint NOT NULL CHECK (sequence > 0),
  sender_id uuid NOT NULL REFERENCES accounts (id),
  -- Chosen by the sender: a repeated request finds its message by it.
  client_id uuid NOT NULL,
  body_hash bytea NOT NULL,
  type text NOT NULL CHECK (type IN ('text', 'photo', 'video', 'audio')),
  -- Empty once deleted.
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 4000),
  -- Hundredths of a token; null where nothing is sold.
  price bigint CHECK (price > 0),
  deleted_at timestamptz,
  -- When the other person read it.
  seen_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (conversation_id, sequence),
  UNIQUE (sender_id, client_id)
);
CREATE INDEX messages_of_sender ON messages (sender_id, created_at DESC, id DESC);

CREATE TABLE message_files (
  message_id uuid NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
  file_id uuid NOT NULL REFERENCES files (id),
  position smallint NOT NULL CHECK (position >= 0),
  PRIMARY KEY (message_id, position),
  UNIQUE (message_id, file_id)
);
CREATE INDEX message_files_by_file ON message_files (file_id);

INSERT INTO charge_kinds (kind, event, grant_function) VALUES ('message', 'message.unlocked', 'grant_message')
  ON CONFLICT (kind) DO UPDATE SET event = excluded.event, grant_function = excluded.grant_function;
