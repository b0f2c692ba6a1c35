-- Uploads that go on where they stopped, and the files that creators keep although nothing uses them.
-- additive

CREATE TABLE uploads (
  -- Also that of the file it becomes, so that finishing it twice stores one file.
  id uuid PRIMARY KEY,
  owner_id uuid NOT NULL REFERENCES accounts (id),
  kind text NOT NULL,
  purpose text NOT NULL,
  original_name text NOT NULL DEFAULT '' CHECK (length(original_name) <= 255),
  bytes bigint NOT NULL CHECK (bytes > 0),
  is_retained boolean NOT NULL DEFAULT false,
  -- Its beginning was found to be of its kind.
  is_inspected boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- When the last part arrived.
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  finished_at timestamptz
);
CREATE INDEX uploads_of_owner ON uploads (owner_id) WHERE finished_at IS NULL;
CREATE INDEX uploads_by_age ON uploads (updated_at, id);

ALTER TABLE files ADD COLUMN is_retained boolean NOT NULL DEFAULT false;
