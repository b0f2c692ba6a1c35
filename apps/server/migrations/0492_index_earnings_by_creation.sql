-- additive
-- transaction: none
-- What the site earned in a span of days, for staff. Earnings are written in the order of their dates, so a summary for each range of
-- pages is enough, and costs a charge nothing.
CREATE INDEX CONCURRENTLY IF NOT EXISTS earnings_by_creation ON earnings USING brin (created_at) WITH (autosummarize = on);
