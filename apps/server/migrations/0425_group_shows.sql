-- additive
-- Group shows: several fans in one room, each with a row of shows; and private shows with a number of minutes that are paid at least.
ALTER TABLE streams ADD COLUMN minutes_min smallint NOT NULL DEFAULT 0, ADD COLUMN group_price_per_minute bigint,
  ADD COLUMN group_people_min smallint, ADD COLUMN group_people_max smallint;
ALTER TABLE streams ADD CONSTRAINT streams_minutes_min CHECK (minutes_min BETWEEN 0 AND 10) NOT VALID,
  ADD CONSTRAINT streams_group_offer CHECK ((group_price_per_minute IS NULL AND group_people_min IS NULL AND group_people_max IS NULL)
    OR (group_price_per_minute > 0 AND group_people_min IS NOT NULL AND group_people_max >= group_people_min)) NOT VALID;

-- One that runs, or has run. While fans wait for it there is none.
CREATE TABLE group_shows (
  -- Of its room, too.
  id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES accounts (id),
  price_per_minute bigint NOT NULL CHECK (price_per_minute > 0),
  people_max smallint NOT NULL,
  -- Null while it runs. `empty`: nobody was in it any more.
  ended_by text CHECK (ended_by IN ('performer', 'empty', 'moderator')),
  started_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX group_shows_running ON group_shows (performer_id) WHERE ended_by IS NULL;
CREATE INDEX group_shows_performer ON group_shows (performer_id, started_at DESC);

ALTER TABLE shows ADD COLUMN type text NOT NULL DEFAULT 'private', ADD COLUMN minutes_min smallint NOT NULL DEFAULT 0,
  ADD COLUMN group_id uuid;
ALTER TABLE shows ADD CONSTRAINT shows_type CHECK (type IN ('private', 'group') AND (type = 'group' OR group_id IS NULL)) NOT VALID,
  ADD CONSTRAINT shows_in_group CHECK (type = 'private' OR group_id IS NOT NULL OR status NOT IN ('accepted', 'active', 'ended')) NOT VALID,
  ADD CONSTRAINT shows_minutes_min CHECK (minutes_min BETWEEN 0 AND 10 AND (type = 'private' OR minutes_min = 0)) NOT VALID,
  ADD CONSTRAINT shows_group_fkey FOREIGN KEY (group_id) REFERENCES group_shows (id) NOT VALID;

-- What is written in one, for those who are in it.
CREATE TABLE group_messages (
  id uuid PRIMARY KEY,
  group_id uuid NOT NULL REFERENCES group_shows (id),
  account_id uuid NOT NULL REFERENCES accounts (id),
  -- The same sent again is the same message.
  client_id uuid NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 300),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  UNIQUE (group_id, account_id, client_id)
);
CREATE INDEX group_messages_group ON group_messages (group_id, created_at DESC, id DESC);
CREATE INDEX group_messages_account ON group_messages (account_id, created_at DESC);
