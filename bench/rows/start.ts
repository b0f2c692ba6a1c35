import { median, print, type Rig, rssOf, serveFloor, serveProduct } from '../rig.ts'

/** Start of the web role until the first 200, and what it holds in memory idle, against Fastify with one query. */
export async function start(rig: Rig): Promise<void> {
  const starts: number[] = []
  const ratios: number[] = []
  const millis: number[] = []
  const bytes: number[] = []
  for (let round = 0; round < 5; round++) {
    const floor = await serveFloor('inbox20', rig)
    const product = await serveProduct(rig)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    millis.push(product.startMs)
    bytes.push(rssOf(product.pid))
    starts.push(product.startMs / floor.startMs)
    ratios.push(rssOf(product.pid) / rssOf(floor.pid))
    await floor.stop()
    await product.stop()
  }
  print('web role', {
    'start ÷ floor': median(starts),
    'RSS ÷ floor': median(ratios),
    'start ms': median(millis),
    'RSS MB': median(bytes) / 2 ** 20,
  })
}
