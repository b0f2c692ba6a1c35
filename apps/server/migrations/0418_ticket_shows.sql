-- Shows that people buy a seat for. What is paid waits in escrow until the show has taken place, and goes back where it doesn't.
CREATE TABLE ticket_shows (
  id uuid PRIMARY KEY,
  performer_id uuid NOT NULL REFERENCES performers (account_id),
  title text NOT NULL,
  about text NOT NULL DEFAULT '',
  starts_at timestamptz NOT NULL,
  minutes integer NOT NULL CHECK (minutes > 0),
  -- Hundredths of a token.
  price bigint NOT NULL CHECK (price > 0),
  seats integer NOT NULL CHECK (seats > 0),
  free_for_subscribers boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'planned' CHECK (status IN ('planned', 'held', 'not_held', 'cancelled')),
  -- What its creator wrote when they cancelled it.
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  decided_at timestamptz,
  -- When nothing of it was in escrow any more.
  settled_at timestamptz,
  CHECK ((status = 'planned') = (decided_at IS NULL))
);
CREATE INDEX ticket_shows_planned ON ticket_shows (starts_at, id) WHERE status = 'planned';
CREATE INDEX ticket_shows_unsettled ON ticket_shows (id) WHERE status <> 'planned' AND settled_at IS NULL;
CREATE INDEX ticket_shows_performer ON ticket_shows (performer_id, starts_at DESC, id);

ALTER TABLE streams ADD COLUMN ticket_show_id uuid;
ALTER TABLE streams ADD CONSTRAINT streams_ticket_show_fkey FOREIGN KEY (ticket_show_id) REFERENCES ticket_shows (id) NOT VALID;
ALTER TABLE streams DROP CONSTRAINT streams_type_check, ADD CONSTRAINT streams_type_check CHECK (type IN ('public', 'subscribers', 'ticket')) NOT VALID;
ALTER TABLE streams ADD CONSTRAINT streams_ticket CHECK ((type = 'ticket') = (ticket_show_id IS NOT NULL)) NOT VALID;
INSERT INTO charge_kinds (kind, event, grant_function) VALUES ('stream', 'show.paid', 'grant_stream')
  ON CONFLICT (kind) DO UPDATE SET event = excluded.event, grant_function = excluded.grant_function;
