-- Whether a person lets those who buy a video that shows them save it. Null: they signed before they were asked.
-- additive

ALTER TABLE participants ADD COLUMN may_download boolean;
