-- Subscribers inside the server: how far each has read the events, and the events that they could not handle.
-- additive

CREATE TABLE event_subscribers (
  name text PRIMARY KEY,
  -- The last event it has passed, in the order of `events`.
  xid xid8 NOT NULL,
  event_id bigint NOT NULL,
  -- When a process last ran it: rows of subscribers that no version of the product has any more are deleted.
  seen_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE failed_events (
  subscriber text NOT NULL,
  xid xid8 NOT NULL,
  event_id bigint NOT NULL,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  tries smallint NOT NULL DEFAULT 1,
  retry_at timestamptz NOT NULL,
  -- When it was given up.
  parked_at timestamptz,
  last_error text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (subscriber, xid, event_id)
);
CREATE INDEX failed_events_to_retry ON failed_events (subscriber, retry_at) WHERE parked_at IS NULL;
CREATE INDEX failed_events_parked ON failed_events (parked_at) WHERE parked_at IS NOT NULL;
