-- What a product cost with its shipping is recorded like other prices.
-- additive
-- needs: product_fee_changed

CREATE TRIGGER products_record_price AFTER UPDATE OF shipping_fee ON products FOR EACH ROW
  WHEN (NEW.shipping_fee <> OLD.shipping_fee) EXECUTE FUNCTION product_fee_changed();
