-- additive
-- What those who have a ticket are told of a show, and how far that has come: who has a higher account id is still to be told.
CREATE TABLE ticket_show_news (
  show_id uuid NOT NULL REFERENCES ticket_shows (id),
  news text NOT NULL CHECK (news IN ('opened', 'begun')),
  told_to uuid,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (show_id, news)
);
-- Whoever has a ticket watches the replay without paying again: promised when it was planned.
ALTER TABLE ticket_shows ADD COLUMN promises_replay boolean NOT NULL DEFAULT false,
  -- How often what a calendar shows was changed: calendars take over what has a higher number.
  ADD COLUMN sequence integer NOT NULL DEFAULT 0;
