-- The people whom items show, and their consent. One consent covers all items of the creator that name the person.
-- additive

CREATE TABLE participants (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  -- A creator of the site; null for a guest.
  account_id uuid REFERENCES accounts (id) CHECK (account_id <> performer_id),
  -- Of a guest, as the creator wrote it.
  name text NOT NULL DEFAULT '' CHECK (length(name) <= 120),
  email text CHECK (length(email) <= 254),
  locale text CHECK (length(locale) <= 20),
  status text NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'signed', 'verified', 'rejected', 'revoked', 'expired')),
  -- The invitation, which signs once.
  link_hash bytea UNIQUE,
  link_expires_at timestamptz,
  -- The lasting link, which withdraws.
  withdrawal_hash bytea UNIQUE,
  encrypted_identity bytea,
  -- The text that was agreed to, in its language.
  release text,
  signed_at timestamptz,
  verified_at timestamptz,
  revoked_at timestamptz,
  decided_by uuid REFERENCES accounts (id),
  decided_at timestamptz,
  reason text CHECK (length(reason) <= 1000),
  -- A creator no longer lists the person; what was signed is retained.
  removed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (account_id IS NOT NULL OR link_hash IS NOT NULL OR status <> 'invited')
);
CREATE UNIQUE INDEX participants_once ON participants (performer_id, account_id)
  WHERE account_id IS NOT NULL AND removed_at IS NULL AND status <> 'revoked';
CREATE INDEX participants_of_performer ON participants (performer_id, updated_at DESC, id DESC);
CREATE INDEX participants_of_account ON participants (account_id, updated_at DESC, id DESC) WHERE account_id IS NOT NULL;
CREATE INDEX participants_by_status ON participants (status, signed_at DESC, id DESC);
CREATE INDEX participants_invited ON participants (link_expires_at) WHERE status = 'invited' AND link_expires_at IS NOT NULL;

CREATE TABLE participant_documents (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  participant_id uuid NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('id_front', 'selfie_with_id')),
  mime text NOT NULL,
  bytes bigint NOT NULL,
  sha256 bytea NOT NULL,
  storage_key text NOT NULL UNIQUE,
  key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (participant_id, kind)
);

CREATE TABLE item_participants (
  item_id uuid NOT NULL REFERENCES items (id) ON DELETE CASCADE,
  participant_id uuid NOT NULL REFERENCES participants (id) ON DELETE CASCADE,
  PRIMARY KEY (item_id, participant_id)
);
CREATE INDEX item_participants_of_person ON item_participants (participant_id, item_id);
