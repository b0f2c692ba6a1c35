-- Messages that a creator sends to many fans.
-- additive

CREATE TABLE broadcasts (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  text text NOT NULL DEFAULT '' CHECK (length(text) <= 4000),
  -- Hundredths of a token; null where nothing is sold.
  price bigint CHECK (price > 0),
  -- Lists of {kind, id}: who receives it, and who of them does not.
  include jsonb NOT NULL,
  exclude jsonb NOT NULL DEFAULT '[]',
  leave_out_owners boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'scheduled' CHECK (status IN ('scheduled', 'sending', 'sent', 'cancelled', 'unsent')),
  publish_at timestamptz NOT NULL,
  -- Chosen when it starts.
  recipients integer NOT NULL DEFAULT 0,
  sent integer NOT NULL DEFAULT 0,
  -- The last recipient of the last batch, in the order of their ids.
  last_recipient_id uuid,
  -- The last copy that was looked at while unsending.
  last_unsent_id uuid,
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX broadcasts_of_performer ON broadcasts (performer_id, created_at DESC, id DESC);
CREATE INDEX broadcasts_due ON broadcasts (publish_at) WHERE status IN ('scheduled', 'sending');
CREATE INDEX broadcasts_unsending ON broadcasts (id) WHERE status = 'unsent' AND finished_at IS NULL;

CREATE TABLE broadcast_files (
  broadcast_id uuid NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
  position smallint NOT NULL CHECK (position >= 0),
  file_id uuid NOT NULL REFERENCES files (id),
  PRIMARY KEY (broadcast_id, position),
  UNIQUE (broadcast_id, file_id)
);
CREATE INDEX broadcast_files_by_file ON broadcast_files (file_id);

CREATE TABLE broadcast_recipients (
  broadcast_id uuid NOT NULL REFERENCES broadcasts (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- Null until it is sent, and for those who may no longer receive it by then.
  message_id uuid REFERENCES messages (id) ON DELETE SET NULL,
  PRIMARY KEY (broadcast_id, account_id)
);

ALTER TABLE messages ADD COLUMN broadcast_id uuid;
ALTER TABLE messages ADD CONSTRAINT messages_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES broadcasts (id) NOT VALID;
