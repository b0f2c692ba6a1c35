-- Records what a published item cost until now; a product with its shipping.
CREATE OR REPLACE FUNCTION item_price_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO price_changes (object_id, old_price)
    VALUES (OLD.id, OLD.gate_price + coalesce((SELECT shipping_fee FROM products WHERE item_id = OLD.id), 0));
  RETURN NULL;
END $$;
