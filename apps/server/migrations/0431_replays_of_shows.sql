-- additive
-- Whoever had a ticket of the show watches this replay without paying again, as its creator decided when they published it.
ALTER TABLE recordings ADD COLUMN for_ticket_holders boolean NOT NULL DEFAULT false;
