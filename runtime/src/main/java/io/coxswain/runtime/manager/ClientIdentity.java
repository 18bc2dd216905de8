package io.coxswain.runtime.manager;

import io.coxswain.env.ApiTransport;
import java.time.Duration;

/**
 * The identity of a part of a program towards the API server, and when that part starts.
 *
 * @param name for logs
 * @param api the transport, which determines the user
 * @param userAgent the User-Agent of its requests
 * @param requestsPerSecond the rate limit; 0 for unlimited
 * @param requestBurst the burst of the rate limit
 * @param startAfter how long its controllers wait once they could start
 */
public record ClientIdentity(
    String name,
    ApiTransport api,
    String userAgent,
    double requestsPerSecond,
    int requestBurst,
    Duration startAfter) {}
