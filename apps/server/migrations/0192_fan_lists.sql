-- Lists of fans, by which a creator opens items to some of them.
-- additive

CREATE TABLE fan_lists (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX fan_lists_of_performer ON fan_lists (performer_id, updated_at DESC, id DESC);

CREATE TABLE fan_list_members (
  list_id uuid NOT NULL REFERENCES fan_lists (id) ON DELETE CASCADE,
  account_id uuid NOT NULL REFERENCES accounts (id),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (list_id, account_id)
);
CREATE INDEX fan_list_members_newest ON fan_list_members (list_id, created_at DESC, account_id DESC);
CREATE INDEX fan_list_members_of_account ON fan_list_members (account_id, list_id);

ALTER TABLE items ADD COLUMN gate_list_ids uuid[] NOT NULL DEFAULT '{}';
