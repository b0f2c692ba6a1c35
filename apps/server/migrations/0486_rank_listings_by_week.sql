-- additive
-- What the last 7 days brought a creator in subscribers and likes, by which "popular this week" sorts. The ranking job fills it.
ALTER TABLE performer_listings ADD COLUMN week_score double precision NOT NULL DEFAULT 0;
