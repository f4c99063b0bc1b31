"""A server and a client of aioquic for recordings: serve PORT QLOG, get PORT QLOG BYTES."""
import asyncio
import ssl
import sys
from aioquic.asyncio import connect, serve
from aioquic.quic.configuration import QuicConfiguration
from aioquic.quic.logger import QuicFileLogger

what, port, qlog = sys.argv[1], int(sys.argv[2]), sys.argv[3]
configuration = QuicConfiguration(
    is_client=what == "get", alpn_protocols=["get"], verify_mode=ssl.CERT_NONE, quic_logger=QuicFileLogger(qlog)
)


async def answer(reader, writer):
    writer.write(bytes(int(await reader.readline())))
    writer.write_eof()


async def server():
    configuration.load_cert_chain("cert.pem", "key.pem")
    await serve(
        "127.0.0.1", port, configuration=configuration,
        stream_handler=lambda *streams: asyncio.ensure_future(answer(*streams)),
    )
    await asyncio.Event().wait()


async def client(wanted):
    async with connect("127.0.0.1", port, configuration=configuration) as connection:
        reader, writer = await connection.create_stream()
        writer.write(b"%d\n" % wanted)
        return len(await reader.read()) == wanted


sys.exit(0 if asyncio.run(server() if what == "serve" else client(int(sys.argv[4]))) else 1)
