import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useT } from '../../i18n/context.tsx'
import { Button, type ButtonSize } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Fetches a link to the file of a product, which is good for ten minutes, and saves the file under its name. */
export function DownloadButton({
  productId,
  fileId,
  size = 'xl',
  wide = false,
  onDone,
}: {
  productId: string
  /** One of its older versions; without it the newest. */
  fileId?: string
  size?: ButtonSize
  wide?: boolean
  onDone?: () => void
}) {
  const t = useT()
  const [working, setWorking] = useState(false)
  const save = async () => {
    setWorking(true)
    try {
      const { data } = await call('GET /performer-assets/products/:id/download-link', {
        params: { id: productId },
        query: fileId === undefined ? {} : { fileId },
      })
      location.assign(data.url)
      onDone?.()
    } catch (error) {
      toast.problem(error)
    } finally {
      setWorking(false)
    }
  }
  return (
    <Button
      variant="primary"
      size={size}
      wide={wide}
      busy={working ? t('ui.loading') : undefined}
      onClick={() => void save()}
    >
      <Download aria-hidden="true" />
      {t('shop.product.download')}
    </Button>
  )
}
