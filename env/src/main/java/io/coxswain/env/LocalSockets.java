package io.coxswain.env;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** Sockets of the operating system. */
final class LocalSockets implements Sockets {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int BACKLOG = 128;

  @Override
  public Connection connect(String address, int port) throws IOException {
    var socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(InetAddress.getByName(address), port), TIMEOUT_MILLIS);
      return new SocketConnection(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  @Override
  public Listener listen(String address, int port) throws IOException {
    return new SocketListener(new ServerSocket(port, BACKLOG, InetAddress.getByName(address)));
  }

  private record SocketConnection(Socket socket) implements Connection {
    @Override
    public InputStream input() throws IOException {
      return socket.getInputStream();
    }

    @Override
    public OutputStream output() throws IOException {
      return socket.getOutputStream();
    }

    @Override
    public void endOutput() throws IOException {
      socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private record SocketListener(ServerSocket socket) implements Listener {
    @Override
    public int port() {
      return socket.getLocalPort();
    }

    @Override
    public Connection accept() throws IOException {
      return new SocketConnection(socket.accept());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
