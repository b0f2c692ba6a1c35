-- What a product cost with its shipping was recorded by a trigger, which went with 0302_drop_price_changes.
-- additive
SELECT 1;
