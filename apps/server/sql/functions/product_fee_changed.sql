-- Records what a product cost with its shipping until now.
CREATE OR REPLACE FUNCTION product_fee_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO price_changes (object_id, old_price)
    SELECT i.id, i.gate_price + OLD.shipping_fee FROM items i WHERE i.id = OLD.item_id AND i.gate_price IS NOT NULL;
  RETURN NULL;
END $$;
