-- additive
-- transaction: none
CREATE INDEX CONCURRENTLY IF NOT EXISTS streams_ticket_show ON streams (ticket_show_id) WHERE ticket_show_id IS NOT NULL;
