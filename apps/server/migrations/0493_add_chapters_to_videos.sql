-- additive
-- Where the parts of a video begin and what they are called: [{at, title}], with seconds. And whether those who bought it may save it.
ALTER TABLE items ADD COLUMN chapters jsonb NOT NULL DEFAULT '[]';
ALTER TABLE items ADD COLUMN buyers_may_download boolean NOT NULL DEFAULT true;
