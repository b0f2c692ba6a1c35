import type { ComponentProps } from 'react'
import { useT } from '../../i18n/context.tsx'
import type { Button } from '../../ui/button.tsx'
import { SaveButton } from '../media/save-button.tsx'
import { linkToProduct } from './link-to-product.ts'

interface DownloadButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'wide'> {
  productId: string
  /** One of its older versions; without it the newest. */
  fileId?: string
  onDone?: () => void
}
/** Saves the file of a product under its name. */
export function DownloadButton({ productId, fileId, size = 'xl', wide = false, onDone }: DownloadButtonProps) {
  const t = useT()
  return (
    <SaveButton variant="primary" size={size} wide={wide} link={linkToProduct(productId, fileId)} onDone={onDone}>
      {t('shop.product.download')}
    </SaveButton>
  )
}
