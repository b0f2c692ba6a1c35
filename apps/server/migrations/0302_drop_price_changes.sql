-- Versions of offers and plans say more than the prices that they had before. A charge names the version that was shown.
DROP TRIGGER IF EXISTS items_record_price ON items;
DROP TRIGGER IF EXISTS plans_record_price ON plans;
DROP TRIGGER IF EXISTS products_record_price ON products;
DROP FUNCTION IF EXISTS item_price_changed();
DROP FUNCTION IF EXISTS plan_price_changed();
DROP FUNCTION IF EXISTS product_fee_changed();
DROP FUNCTION IF EXISTS rose_recently(uuid, bigint);
DROP TABLE price_changes;
DROP FUNCTION IF EXISTS charge_tokens(uuid, uuid, uuid, text, uuid, bigint, text, bytea, text, integer, bigint, text, integer, integer, bigint, text, boolean, boolean);
