-- Shows that take place if enough is pledged for them by a date. A pledge is a ticket of at least the price of a seat; it goes back where the goal isn't reached.
ALTER TABLE ticket_shows
  -- Hundredths of a token; null where a show takes place without one.
  ADD COLUMN goal bigint,
  ADD COLUMN pledge_until timestamptz,
  ADD COLUMN goal_reached_at timestamptz,
  ADD CONSTRAINT ticket_shows_goal CHECK ((goal IS NULL) = (pledge_until IS NULL) AND (goal IS NOT NULL OR goal_reached_at IS NULL)
    AND (goal IS NULL OR goal >= price) AND (goal IS NULL OR NOT free_for_subscribers)) NOT VALID,
  DROP CONSTRAINT ticket_shows_status_check,
  ADD CONSTRAINT ticket_shows_status_check CHECK (status IN ('planned', 'held', 'not_held', 'cancelled', 'not_reached')) NOT VALID;
ALTER TABLE ticket_show_news DROP CONSTRAINT ticket_show_news_news_check,
  ADD CONSTRAINT ticket_show_news_news_check CHECK (news IN ('opened', 'begun', 'reached')) NOT VALID;
