-- Images of the pages that messages link to.
-- additive

ALTER TABLE link_previews ADD COLUMN image_key text;
